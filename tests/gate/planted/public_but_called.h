/* The interface. */
int interface(int x);
