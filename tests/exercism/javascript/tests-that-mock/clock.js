export const now = () => 12;
export let opened = false;
export const open = () => {
  opened = true;
};
