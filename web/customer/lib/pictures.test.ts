import { expect, test, vi } from 'vitest';
import { fitInside } from './fitInside.ts';
import { isHeic, PictureError, prepareFiles } from './pictures.ts';
import { randomName } from './randomName.ts';

const drawn = new Blob(['drawn'], { type: 'image/jpeg' });
const drawOnPage = vi.hoisted(() =>
  vi.fn<(job: { type: string; heic: boolean }) => Promise<{ blob: Blob; doubt: string | null }>>(),
);
// jsdom cannot draw. The tests check which files are redrawn, with which type and name.
vi.mock('./drawOnPage.ts', () => ({ drawOnPage }));

const fileOf = (name: string, type: string) => new File(['bytes'], name, { type });

test.each([
  [4000, 3000, { width: 1000, height: 750 }],
  [3000, 4000, { width: 750, height: 1000 }],
  [1000, 1000, { width: 1000, height: 1000 }],
  [640, 480, { width: 640, height: 480 }],
  [12_000, 3, { width: 1000, height: 1 }],
])('%i × %i fits 1000×1000 with its aspect ratio, never enlarged', (width, height, fitted) => {
  expect(fitInside(width, height)).toEqual(fitted);
});

test.each([
  ['cedula.png', 'image/png', 'image/png', /^[a-z0-9]{10}\.png$/],
  ['cedula.png', 'image/x-png', 'image/png', /^[a-z0-9]{10}\.png$/],
  ['Mi cédula.JPG', 'image/jpeg', 'image/jpeg', /^[a-z0-9]{10}\.jpg$/],
  ['foto.jpeg', 'image/pjpeg', 'image/jpeg', /^[a-z0-9]{10}\.jpg$/],
  ['IMG_0001.HEIC', 'image/heic', 'image/jpeg', /^[a-z0-9]{10}\.jpg$/],
  ['IMG_0001.HEIC', '', 'image/jpeg', /^[a-z0-9]{10}\.jpg$/],
])('%s (%s) is redrawn as %s under a random name', async (name, type, becomes, pattern) => {
  drawOnPage.mockResolvedValue({ blob: drawn, doubt: null });
  const [file] = await prepareFiles([fileOf(name, type)]);
  expect(drawOnPage).toHaveBeenCalledWith(
    expect.objectContaining({ type: becomes, heic: name.endsWith('HEIC') }),
  );
  expect(file!.name).toMatch(pattern);
  expect(file!.type).toBe(becomes);
});

test.each([
  ['carta.pdf', 'application/pdf'],
  ['foto.webp', 'image/webp'],
  ['foto.gif', 'image/gif'],
  ['nota.txt', 'text/plain'],
])('%s passes unchanged', async (name, type) => {
  const file = fileOf(name, type);
  expect(await prepareFiles([file])).toEqual([file]);
  expect(drawOnPage).not.toHaveBeenCalled();
});

test('a picture that cannot be opened says what to do', async () => {
  drawOnPage.mockRejectedValue(new Error('broken'));
  await expect(prepareFiles([fileOf('rota.jpg', 'image/jpeg')])).rejects.toThrow(PictureError);
  await expect(prepareFiles([fileOf('rota.jpg', 'image/jpeg')])).rejects.toThrow('Toma otra con la cámara');
});

test('an empty list of files is an error', async () => {
  await expect(prepareFiles([])).rejects.toThrow('Por favor, especifique la ruta al archivo a cargar!');
});

test('the file name decides about HEIC only if the browser does not know the type', () => {
  expect(isHeic({ type: 'application/octet-stream', name: 'a.heif' })).toBe(true);
  expect(isHeic({ type: 'application/pdf', name: 'a.heic' })).toBe(false);
  expect(isHeic({ type: 'image/jpeg', name: 'a.heic' })).toBe(false);
});

test('names have ten letters or digits and do not repeat', () => {
  const names = new Set(Array.from({ length: 200 }, () => randomName()));
  expect(names.size).toBe(200);
  expect([...names].every((name) => /^[a-z0-9]{10}$/.test(name))).toBe(true);
});
