typedef struct node node;
struct node { int value; node next; }; //~ the type of this member is incomplete
struct s { struct s { int a; } inner; }; //~ nested redefinition
int f(int a, void); //~ a parameter cannot be `void`
char huge[18446744073709551615u]; //~ the array is too large
_Alignas(3) int odd; //~ not a constant power of two
