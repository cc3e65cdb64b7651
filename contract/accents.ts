/** Removes diacritics: `Peñón` → `Penon`. In SQL: `unaccent`, or `searchable` where an index exists. */
export const withoutAccents = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '');
