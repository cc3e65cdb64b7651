import type { Media } from '#contract/projects/projects/model.ts';

export const MEDIA_KINDS: Record<Media['kind'], string> = {
  hero: 'Portada',
  foto: 'Foto',
  plano: 'Plano',
  video: 'Video',
};
