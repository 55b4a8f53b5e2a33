// exit: 2
// event: wrong result
int main(void)
{
    int status = 1; //^ data
    int x = 0; //^
    if (x > 0) //^
        status = 2;
    x = 7;
    return status; //^ data
}
