#include <stdio.h>
#include <string.h>

/* Reverses a word in place. */
void reverse(char *word) {
    int left = 0;
    int right = strlen(word);
    while (left < right) {
        char letter = word[left];
        word[left] = word[right];
        word[right] = letter;
        left++;
        right--;
    }
}

int main(void) {
    char word[21];
    scanf("%20s", word);
    reverse(word);
    printf("[%s]\n", word);
    return 0;
}
