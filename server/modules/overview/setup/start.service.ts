import type { Db } from '#server/kernel/db.ts';
import { forgetDemoFile, isDemo } from './erase.service.ts';
import { isSetupOpen } from './firstRun.service.ts';
import { forgetCodeFile, keepSetupCode } from './setupCode.ts';

/**
 * At the start: returns the code for the first administrator if there is no user yet, else null. Also deletes files
 * that a crash left behind (a used code, the sign-ins of an erased demo).
 */
export async function prepareSetup(db: Db, dataDir: string): Promise<string | null> {
  if (!(await isDemo({ db }))) await forgetDemoFile(dataDir);
  if (await isSetupOpen(db)) return keepSetupCode(db, dataDir, new Date());
  await forgetCodeFile(dataDir);
  return null;
}

/** The lines that the start prints for the setup. The code is in the URL fragment, which is never sent to a server. */
export const setupLines = (address: string, code: string | null): string[] =>
  code === null
    ? []
    : [
        '',
        'Todavía no hay nadie aquí. Prepara la empresa en esta dirección (el código sirve una vez):',
        `  ${address}/ingresar/preparar#codigo=${code.match(/.{1,5}/g)!.join('-')}`,
      ];
