/** What a guest has filled in so far, as it lies in the browser (spec §2.8). */
export interface Kept {
  fecha: string;
  hora: string;
  nombre: string;
  celular: string;
  email: string;
  comentario: string;
  consentimiento: boolean;
  /** Everything that is asked for is there. */
  completo: boolean;
}

const keyOf = (slug: string) => `llave.cita.${slug}`;
const textOf = (value: unknown) => (typeof value === 'string' ? value.slice(0, 600) : '');

/** What was kept for a project; null when there is nothing, or the browser keeps nothing. */
export function readKept(slug: string): Kept | null {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(slug)) ?? 'null');
    if (typeof stored !== 'object' || stored === null) return null;
    const value = stored as Partial<Record<keyof Kept, unknown>>;
    return {
      fecha: textOf(value.fecha),
      hora: textOf(value.hora),
      nombre: textOf(value.nombre),
      celular: textOf(value.celular),
      email: textOf(value.email),
      comentario: textOf(value.comentario),
      consentimiento: value.consentimiento === true,
      completo: value.completo === true,
    };
  } catch {
    return null;
  }
}

export function keep(slug: string, kept: Kept): void {
  try {
    localStorage.setItem(keyOf(slug), JSON.stringify(kept));
  } catch {
    // A browser that keeps nothing: the form works all the same.
  }
}

export function forget(slug: string): void {
  try {
    localStorage.removeItem(keyOf(slug));
  } catch {
    // Nothing was kept.
  }
}

const TEXTS = ['nombre', 'celular', 'email', 'comentario'] as const;
const NOTHING: Kept = {
  fecha: '',
  hora: '',
  nombre: '',
  celular: '',
  email: '',
  comentario: '',
  consentimiento: false,
  completo: false,
};

/** What is kept after a change of some of it. */
export function withChange(kept: Kept | null, change: Partial<Omit<Kept, 'completo'>>): Kept {
  const now = { ...NOTHING, ...kept, ...change };
  const asked = [now.fecha, now.hora, now.nombre, now.celular, now.email];
  return { ...now, completo: now.consentimiento && asked.every((text) => text.trim() !== '') };
}

/** What the form itself holds: who comes, and the tick. */
export const typedOf = (form: FormData): Partial<Kept> => ({
  ...Object.fromEntries(TEXTS.map((name) => [name, textOf(form.get(name))])),
  consentimiento: form.get('consentimiento_datos') === '1',
});
