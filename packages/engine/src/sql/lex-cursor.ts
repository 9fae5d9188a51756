import { nextToken, TEXT_START, type Token } from "./lex.ts";
import type { LexRules } from "./lex-rules.ts";

/** A place in a text, moving from token to token. It holds two tokens and no more, whatever the text's length. */
export class TokenCursor {
  readonly sql: string;
  readonly rules: LexRules;
  before: Token = TEXT_START;
  token: Token;

  constructor(sql: string, rules: LexRules) {
    this.sql = sql;
    this.rules = rules;
    this.token = nextToken(sql, TEXT_START, rules);
  }

  advance(): void {
    this.before = this.token;
    this.token = nextToken(this.sql, this.token, this.rules);
  }

  /** The token behind this one. */
  peek(): Token {
    return nextToken(this.sql, this.token, this.rules);
  }

  isWord(...words: readonly string[]): boolean {
    return this.token.kind === "word" && words.includes(this.token.text);
  }

  isMark(mark: string): boolean {
    return this.token.kind === "mark" && this.token.text === mark;
  }

  /** The tokens behind this one are these words. */
  isFollowedBy(...words: readonly string[]): boolean {
    let last = this.token;
    return words.every((word) => {
      last = nextToken(this.sql, last, this.rules);
      return last.kind === "word" && last.text === word;
    });
  }

  /** Steps over the word when the cursor stands on one of these. */
  takeWord(...words: readonly string[]): boolean {
    const stands = this.isWord(...words);
    if (stands) this.advance();
    return stands;
  }

  takeMark(mark: string): boolean {
    const stands = this.isMark(mark);
    if (stands) this.advance();
    return stands;
  }

  /** Steps over a word, a quoted name or a string and gives it; undefined where none stands. */
  takeName(): Token | undefined {
    const { token } = this;
    if (token.kind !== "word" && token.kind !== "name" && token.kind !== "string") return undefined;
    this.advance();
    return token;
  }

  /** Nothing stands here any more but semicolons. */
  isAtEnd(): boolean {
    return this.token.kind === "end" || this.isMark(";");
  }
}
