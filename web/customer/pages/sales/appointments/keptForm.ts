/** The guest's input as stored in the browser (spec §2.8). */
export interface Kept {
  fecha: string;
  hora: string;
  nombre: string;
  celular: string;
  email: string;
  comentario: string;
  consentimiento: boolean;
  /** All required values are filled in. */
  completo: boolean;
}

const keyOf = (slug: string) => `llave.cita.${slug}`;
const textOf = (value: unknown) => (typeof value === 'string' ? value.slice(0, 600) : '');

/** The stored input for a project; null if there is none or storage is blocked. */
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
    // Storage is blocked. The form works without it.
  }
}

export function forget(slug: string): void {
  try {
    localStorage.removeItem(keyOf(slug));
  } catch {
    // There was no storage.
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

/** The stored input after a change. */
export function withChange(kept: Kept | null, change: Partial<Omit<Kept, 'completo'>>): Kept {
  const now = { ...NOTHING, ...kept, ...change };
  const asked = [now.fecha, now.hora, now.nombre, now.celular, now.email];
  return { ...now, completo: now.consentimiento && asked.every((text) => text.trim() !== '') };
}

/** The values of the form itself: contact data and consent. */
export const typedOf = (form: FormData): Partial<Kept> => ({
  ...Object.fromEntries(TEXTS.map((name) => [name, textOf(form.get(name))])),
  consentimiento: form.get('consentimiento_datos') === '1',
});
