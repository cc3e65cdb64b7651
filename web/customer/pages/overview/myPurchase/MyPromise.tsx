import type { PageProps } from '#contract/page.ts';
import type { myPurchasePage } from '#contract/overview/myPurchase/pages.ts';
import styles from '#web/customer/components/Spaced.module.css';

type Promise = NonNullable<PageProps<typeof myPurchasePage>['data']['promise']>;

/** The promise of sale: where to sign it, and the signed copy. */
export function MyPromise({ promise }: { promise: Promise }) {
  return (
    <section aria-labelledby="promesa" className={styles.spaced}>
      <h2 id="promesa">Tu promesa de compraventa</h2>
      <p>
        {promise.code}. {promise.told}
      </p>
      {promise.signHref && (
        <p>
          <a href={promise.signHref}>Leerla y firmarla</a>
        </p>
      )}
      {promise.copyHref && (
        <p>
          <a href={promise.copyHref} target="_blank" rel="noopener">
            Descargar mi copia firmada (PDF)
          </a>
        </p>
      )}
    </section>
  );
}
