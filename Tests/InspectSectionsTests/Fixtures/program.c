// What an executable needs beside its records.
void graft_image_arrived(const void *start, const void *stop) { (void)start, (void)stop; }
int main(void) { return 0; }
