import type { Db } from '#server/kernel/db.ts';
import { forgetDemoFile, isDemo } from './erase.service.ts';
import { isSetupOpen } from './firstRun.service.ts';
import { forgetCodeFile, keepSetupCode } from './setupCode.ts';

/**
 * At the start: the code for the first administrator where nobody is there, else null. What a crash left of files whose time
 * is over (the code that has served, the sign-ins of an erased demonstration) goes.
 */
export async function prepareSetup(db: Db, dataDir: string): Promise<string | null> {
  if (!(await isDemo({ db }))) await forgetDemoFile(dataDir);
  if (await isSetupOpen(db)) return keepSetupCode(db, dataDir, new Date());
  await forgetCodeFile(dataDir);
  return null;
}

/** What the start prints for whoever sets the company up. The code goes in the fragment, which no server sees. */
export const setupLines = (address: string, code: string | null): string[] =>
  code === null
    ? []
    : [
        '',
        'Todavía no hay nadie aquí. Prepara la empresa en esta dirección (el código sirve una vez):',
        `  ${address}/ingresar/preparar#codigo=${code.match(/.{1,5}/g)!.join('-')}`,
      ];
