import { describe, expect, it } from "vitest";
import { sortGrants } from "./mysql-account.ts";

const USAGE = "GRANT USAGE ON *.* TO `p`@`localhost` IDENTIFIED BY PASSWORD '*00 ON `x`.* TO'";

describe("the rights of an account", () => {
  it.each([
    ["`shop`.*", "shop"],
    ["`my\\_shop`.*", "my_shop"],
    ["`my_shop`.*", "my_shop"],
    ["`shop`.`orders`", "shop"],
  ])("that the guide gives on %s are all needed", (place, name) => {
    const needed = `GRANT SELECT, INSERT, UPDATE (a, b), DELETE, SHOW VIEW, EXECUTE ON ${place} TO \`p\`@\`localhost\``;
    expect(sortGrants([USAGE, needed], name)).toEqual({ beyond: [], within: [] });
  });

  it.each([
    ["GRANT ALL PRIVILEGES ON *.* TO `p`@`%` WITH GRANT OPTION", ["ALL PRIVILEGES, GRANT OPTION on *.*"]],
    ["GRANT SELECT, FILE ON *.* TO `p`@`%` REQUIRE SSL", ["SELECT, FILE on *.*"]],
    ["GRANT BACKUP_ADMIN,ROLE_ADMIN ON *.* TO `p`@`%`", ["BACKUP_ADMIN, ROLE_ADMIN on *.*"]],
    ["GRANT SELECT ON `other`.* TO `p`@`%`", ["SELECT on other.*"]],
    ["GRANT SELECT ON `shop%`.* TO `p`@`%`", ["SELECT on shop%.*"]],
    ["GRANT SELECT (`User`, `Host`) ON `mysql`.`user` TO `p`@`%`", ["SELECT (`User`, `Host`) on mysql.user"]],
    ["GRANT SELECT ON `shop`.* TO `p`@`%` WITH MAX_USER_CONNECTIONS 5 GRANT OPTION", ["GRANT OPTION on shop.*"]],
    ["GRANT EXECUTE ON FUNCTION `sys`.`f` TO `p`@`%`", ["EXECUTE on sys.f"]],
    ["GRANT PROXY ON ''@'%' TO 'root'@'localhost' WITH GRANT OPTION", ["PROXY, GRANT OPTION on ''@'%'"]],
    ["GRANT `a_role` TO `p`@`%`", []],
  ])("%s reaches beyond the store's database", (grant, beyond) => {
    expect(sortGrants([grant], "shop")).toEqual({ beyond, within: [] });
  });

  it("on the store's database that nobody needs are named once", () => {
    const grants = ["GRANT ALL PRIVILEGES ON `shop`.* TO `p`@`%`", "GRANT EVENT, SELECT ON `shop`.* TO `p`@`%`"];
    expect(sortGrants([...grants, "GRANT EVENT ON `shop`.`t` TO `r`"], "shop")).toEqual({
      beyond: [],
      within: ["ALL PRIVILEGES", "EVENT"],
    });
  });
});
