// event: no end
int main(void)
{
    int i = 0, n = 5, sum = 0; //^
    while (i < n) { //^
        sum += i;
    }
    return sum;
}
