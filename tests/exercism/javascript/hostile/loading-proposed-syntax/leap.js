const divides = (divisor, year) => year % divisor === 0;

// A pipeline, which is but proposed.
export const isLeap = (year) => year |> divides(divides(100, %) ? 400 : 4, %);
