#ifndef PRICES_H
#define PRICES_H

/* What so many pieces cost, in cents: ten pieces and more are cheaper by a tenth. */
int price(int pieces, int each);

#endif
