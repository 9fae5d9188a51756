export { fillDemoShop } from "./demo/fill-demo-shop.ts";
export type { ShopDatabase } from "./demo/shop-database.ts";
export { type ShippedTool, shippedTools, unitsFolder } from "./shipped-tools.ts";
