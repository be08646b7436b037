#include <stdio.h>
#define LIMIT 10
#  define MAX(a, b) ((a) > (b) ? \
	(a) : (b))
#ifndef GUARD_H
#define GUARD_H
#endif
/* int no(void) { */
typedef unsigned long ulong_t, *ulong_p;
typedef int (*compare_fn)(const void *, const void *);
typedef struct node { int value; struct node *next, *prev; unsigned flag : 1; } node_t;
typedef enum { RED, GREEN = 2, BLUE } color;
struct point { double x, y; union { int i; float f; } u; void (*call)(int); char name[20]; } origin = { 1, 2 };
struct forward;
extern int declared(int a);
static const char *names[] = { "int no(void) {", "}" };
int a = 1, *b, c[3] = {1, 2, 3};
static inline int __attribute__((unused)) add(int x, int y) { int local = '{'; return x + y; }
struct point *make(void)
{
	if (a) { return 0; }
	return 0;
}
#ifdef WIN
int open_it(const char *path) {
#else
int open_it(const char *path, int mode) {
#endif
	return 0;
}
int (*handler)(int) = 0;
EXPORT(int) exported(void) { return 1; }
enum { ANON = 1 };
int main(int argc, char **argv) { return 0; }
