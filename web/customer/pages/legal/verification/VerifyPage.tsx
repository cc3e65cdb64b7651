import type { PageProps } from '#contract/page.ts';
import type { verifyPage } from '#contract/legal/verification/pages.ts';
import { Layout } from '#web/customer/components/Layout.tsx';
import { UploadForm } from './UploadForm.tsx';
import { VerdictShown } from './VerdictShown.tsx';
import styles from './verification.module.css';

/** Anybody drops a PDF and reads whether it is genuine. */
export function VerifyPage({ data: { verdict } }: PageProps<typeof verifyPage>) {
  return (
    <Layout message="Hola, quiero verificar un documento">
      <div className={styles.page}>
        <h1>Verificar un documento</h1>
        {verdict ? (
          <VerdictShown verdict={verdict} />
        ) : (
          <p className={styles.lead}>
            Sube el PDF que recibiste. Te decimos si es exactamente el que se selló, y por qué. No guardamos
            el archivo.
          </p>
        )}
        <UploadForm again={verdict !== null} />
      </div>
    </Layout>
  );
}
