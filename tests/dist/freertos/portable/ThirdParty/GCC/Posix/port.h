/* What the files of the stand-in share. */
#ifndef PORT_H
#define PORT_H

/* A tick of the clock, with its interrupt. */
void stub_tick(void);

#endif
