/** Stands for the table's menu of filters, which no list of ours has: `withoutFilterMenus` in vite.config.ts. */
export default () => null;
export const flattenKeys = () => [];
