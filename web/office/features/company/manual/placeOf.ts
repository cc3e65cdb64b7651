/** The part of the manual that a page explains, as a route: `pagos#rechazar`; the first chapter for an empty text. */
export function placeOf(at: string) {
  const [chapter, hash] = at.split('#');
  return {
    to: '/oficina/manual/$chapter',
    params: { chapter: chapter || 'primeros-pasos' },
    ...(hash && { hash }),
  } as const;
}
