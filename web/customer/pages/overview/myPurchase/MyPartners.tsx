import type { PageAnswer } from '#contract/page.ts';
import type { myPurchasePage } from '#contract/overview/myPurchase/pages.ts';

type Partner = PageAnswer<typeof myPurchasePage>['partners'][number];

const standing = ({ role, signed, contact }: Partner) =>
  [
    role === 'codeudor' ? 'codeudor' : signed ? 'ya firmó' : 'falta su firma',
    ...(contact ? ['recibe los correos'] : []),
  ].join(', ');

/** The co-buyers, and whose signature is missing. */
export function MyPartners({ partners }: { partners: readonly Partner[] }) {
  return (
    <>
      <p>Compran juntos:</p>
      <ul>
        {partners.map((one) => (
          <li key={one.name}>
            {one.name}
            {one.me && ' (tú)'}: {standing(one)}
          </li>
        ))}
      </ul>
    </>
  );
}
