import { serverAddressRefusals } from "@prilavok/protocol";
import { describe, expect, it } from "vitest";
import { placeName, readMysqlAddress, withoutPassword } from "./mysql-address.ts";

const PLAIN = { user: "u", password: "p", host: "h", port: 3306, socket: undefined, tls: "off", database: "d" };

describe("the address of a server", () => {
  it.each<[string, object]>([
    ["mysql://u:p@h/d", {}],
    ["mariadb://u:p@h:3307/d", { port: 3307 }],
    ["mysql://u@h/d", { password: "" }],
    ["mysql://u:@h/d", { password: "" }],
    ["mysql://u:p@[::1]:3306/d", { host: "::1" }],
    ["mysql://u:p@/d?socket=/run/mysqld/mysqld.sock", { host: "127.0.0.1", socket: "/run/mysqld/mysqld.sock" }],
    ["mysql://u:p@h/d?ssl=on", { tls: "on" }],
    ["mysql://u:p@h/d?ssl=unverified", { tls: "unverified" }],
    ["mysql://%D1%97%40%3A:p@h/shop%2F1", { user: "ї@:", database: "shop/1" }],
  ])("%s", (url, parts) => {
    expect(readMysqlAddress(url)).toEqual({ ...PLAIN, ...parts });
  });

  it.each(["p@ss", "a#b", "a:b:c", "a/b/c", "100%", "a?b=c", "@", "a%zz", "пароль", "p@h/d?x", " '\"\\ ", "a\nb"])(
    "takes a password as it is: %j",
    (password) => {
      expect(readMysqlAddress(`mysql://u:${password}@h/d`)).toEqual({ ...PLAIN, password });
    },
  );

  it("takes a password that is spelled in percents", () => {
    expect(readMysqlAddress(`mysql://u:${encodeURIComponent("p@:/%41ї")}@h/d`)).toEqual({
      ...PLAIN,
      password: "p@:/%41ї",
    });
    expect(readMysqlAddress("mysql://u:%ff%41@h/d")).toEqual({ ...PLAIN, password: "%ff%41" });
  });

  it.each([
    ["", serverAddressRefusals.form],
    ["http://u:p@h/d", serverAddressRefusals.form],
    ["mysql://h/d", serverAddressRefusals.noUser],
    ["mysql://:p@h/d", serverAddressRefusals.noUser],
    ["mysql://u:p@h", serverAddressRefusals.noDatabase],
    ["mysql://u:p@h/", serverAddressRefusals.noDatabase],
    ["mysql://u:p@h:x/d", serverAddressRefusals.port],
    ["mysql://u:p@h:0/d", serverAddressRefusals.port],
    ["mysql://u:p@h:65536/d", serverAddressRefusals.port],
    ["mysql://u:p@h/d?read_only-true", serverAddressRefusals.unknownParameter("read_only-true", ["socket", "ssl"])],
    ["mysql://u:p@h/d?ssl=maybe", serverAddressRefusals.parameter("ssl", ["on", "unverified"])],
  ])("is refused in words: %j", (url, problem) => {
    expect(readMysqlAddress(url)).toEqual({ problem });
  });
});

it("the place of a database shows no person and no password", () => {
  const address = readMysqlAddress("mysql://u:secret@h:3307/d");
  expect("problem" in address ? "" : placeName(address)).toBe("h:3307/d");
});

it("an address loses its password, whatever is in it", () => {
  expect(withoutPassword("mysql://u:p@s:s/w@h:1/d?ssl=on")).toBe("mysql://u@h:1/d?ssl=on");
  expect(withoutPassword("mysql://u@h/d")).toBe("mysql://u@h/d");
});
