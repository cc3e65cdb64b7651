import { Refusal } from '../refusal.ts';
import type { ItemFile } from './database.ts';

/** What the phone cannot keep stays in the form, which shows why. */
export async function keeping(keep: Promise<unknown>): Promise<void> {
  try {
    await keep;
  } catch {
    throw new Refusal(422, {
      message:
        'Este teléfono no pudo guardarlo. Libera espacio o sal del modo privado. Lo escrito sigue aquí.',
      code: 'STORAGE',
      request_id: '',
    });
  }
}

/** Photographs as files of an item. */
export const photosOf = (photos: readonly File[]): ItemFile[] =>
  photos.map((file) => ({ field: 'fotos', file }));
