/** A sentence or label as it goes on inside another: «Carta de trabajo» → «carta de trabajo»; «ITBI» stays. */
export const lowerFirst = (text: string): string =>
  /^\p{Lu}{2}/u.test(text) ? text : text.charAt(0).toLowerCase() + text.slice(1);
