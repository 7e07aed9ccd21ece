const years = [2000, 2004];

const leapYears = await Promise.all(years);

export const isLeap = (year) => leapYears.includes(year);
