void never(int button);
void never(int button)
{
   (void)button;
}
