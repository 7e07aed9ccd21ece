def reverse(text):
    """Kehrt um: 日本語, ümläut, 🙂."""
    print("→", text)
    return text[::-1]
