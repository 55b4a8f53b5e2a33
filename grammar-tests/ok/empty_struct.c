/* GNU C has structs without members; an initialiser gives them nothing. */
struct nothing { };
struct nothing all[] = {{}, {}};
struct pair { struct nothing first; int second; };
struct pair pairs[] = {{{}, 2}};

int main(void)
{
    struct nothing some[2] = {{}};
    return sizeof some + pairs[0].second - 2;
}
