import type { PageProps } from '#contract/page.ts';
import type { sealPage } from '#contract/legal/verification/pages.ts';
import { Layout } from '#web/customer/components/Layout.tsx';
import { UploadForm } from './UploadForm.tsx';
import { VerdictShown } from './VerdictShown.tsx';
import styles from './verification.module.css';

/** What the QR of a sealed document leads to. */
export function SealPage({ data: { verdict } }: PageProps<typeof sealPage>) {
  return (
    <Layout message="Hola, quiero verificar un documento">
      <div className={styles.page}>
        <h1>Verificar un documento</h1>
        <VerdictShown verdict={verdict} />
        <UploadForm again={false} />
      </div>
    </Layout>
  );
}
