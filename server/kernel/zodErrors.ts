import '#contract/zodSpanish.ts';

/** The field name as it was sent: ['grupo_familiar', 0, 'cedula'] → grupo_familiar[0][cedula] */
export function fieldName(path: readonly PropertyKey[]): string {
  const [first, ...rest] = path.map(String);
  return `${first ?? ''}${rest.map((part) => `[${part}]`).join('')}`;
}
