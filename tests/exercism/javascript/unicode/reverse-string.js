export const reverse = (text) => {
  console.log(`→ ${text} 🙂`);
  return text.split('').reverse().join('');
};
