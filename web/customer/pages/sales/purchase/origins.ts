/** How the buyer heard of the project (domain.md §2, origen). */
export const ORIGINS = [
  { value: 'facebook', label: 'Facebook' },
  { value: 'instagram', label: 'Instagram' },
  { value: 'tiktok', label: 'TikTok' },
  { value: 'whatsapp', label: 'WhatsApp' },
  { value: 'web', label: 'Buscando en internet' },
  { value: 'encuentra24', label: 'Encuentra24' },
  { value: 'valla', label: 'Una valla' },
  { value: 'feria', label: 'Una feria' },
  { value: 'referido', label: 'Me lo recomendaron' },
  { value: 'visita', label: 'Pasé por el proyecto' },
  { value: 'qr', label: 'Un código QR' },
];
