export default ['circle', 'square'];
