#include <pthread.h>

/* Starts a thread for a library. The parameters and the result are those of pthread_create(3). The program defines
   this function. */
extern int stickerd_create_thread(
    pthread_t *thread, const pthread_attr_t *attributes, void *(*body)(void *), void *argument);
