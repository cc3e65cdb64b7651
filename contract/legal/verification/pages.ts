import { z } from 'zod';
import { page } from '#contract/page.ts';
import { Verdict } from './model.ts';

/** `r`: the sealed answer to an upload, for whoever sent it. */
export const verifyPage = page({
  name: 'legal/verification/VerifyPage',
  path: '/verificar',
  access: 'public',
  query: z.object({ r: z.string().max(20_000).optional() }),
  title: 'Verificar un documento',
  description: 'Comprueba si un documento firmado y sellado es auténtico.',
  data: z.object({ verdict: Verdict.nullable() }),
});

/** What the QR of a sealed document leads to. */
export const sealPage = page({
  name: 'legal/verification/SealPage',
  path: '/verificar/:huella',
  access: 'public',
  params: z.object({ huella: z.string().max(100) }),
  title: 'Verificar un documento',
  data: z.object({ verdict: Verdict }),
});
