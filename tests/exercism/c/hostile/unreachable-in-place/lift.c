int nothing(void);
int nothing(void)
{
   return 0;
}
