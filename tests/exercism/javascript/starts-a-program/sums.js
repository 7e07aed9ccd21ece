const fs = require('fs');

const numbers = process.argv.slice(2).flatMap((file) => fs.readFileSync(file, 'utf8').trim().split('\n').map(Number));
console.log(numbers.reduce((sum, each) => sum + each, 0));
console.log(numbers);
