import asyncio


async def flip(text):
    await asyncio.sleep(0)
    return text[::-1]


class Box:
    opened = 0

    async def __aenter__(self):
        Box.opened += 1
        return self

    async def __aexit__(self, *_):
        Box.opened -= 1
