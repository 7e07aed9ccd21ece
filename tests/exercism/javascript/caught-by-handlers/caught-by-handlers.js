export const later = async (value) => value;
