import { describe, expect, it } from "vitest";
import { readStoreAddress, showAddress } from "./store-address.ts";

describe("the address of a store", () => {
  it.each([
    ["https://shop.example", "https://shop.example"],
    ["https://shop.example/core/", "https://shop.example/core"],
    ["http://127.0.0.1:7340", "http://127.0.0.1:7340"],
    ["http://localhost:7340/", "http://localhost:7340"],
    ["http://[::1]:7340", "http://[::1]:7340"],
  ])("may be %s", (given, shown) => {
    const url = readStoreAddress(given);
    expect(url instanceof URL && showAddress(url)).toBe(shown);
  });

  it.each([
    ["http://shop.example", "STORE_UNREACHABLE: http://shop.example is plain http"],
    ["http://127.0.0.1.shop.example", "STORE_UNREACHABLE: http://127.0.0.1.shop.example is plain http"],
    ["http://10.0.0.7:7340", "STORE_UNREACHABLE: http://10.0.0.7:7340 is plain http"],
    ["https://olha:secret@shop.example", "STORE_UNREACHABLE: [https://shop.example] is no address"],
    ["http://127.0.0.1@shop.example", "STORE_UNREACHABLE: [http://shop.example] is no address"],
    ["https://shop.example?key=1", "STORE_UNREACHABLE: [https://shop.example?key=1] is no address"],
    ["ftp://shop.example", "STORE_UNREACHABLE: [ftp://shop.example] is no address"],
    ["shop.example", "STORE_UNREACHABLE: [shop.example] is no address"],
    ["", "STORE_UNREACHABLE: [] is no address"],
  ])("may not be %s [wir-12]", (given, refusal) => {
    const read = readStoreAddress(given);
    expect("refusal" in read && read.refusal.slice(0, refusal.length)).toBe(refusal);
  });
});
