// Right, but slow.
export function sum(numbers) {
  let total = 0;
  for (const number of numbers) {
    for (let i = 0; i < number; i += 1) total += 1;
  }
  console.log(total);
  return total;
}
