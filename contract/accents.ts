/** Without the marks over and under letters: `Peñón` → `Penon`. In SQL: unaccent, and `searchable` where an index serves it. */
export const withoutAccents = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '');
