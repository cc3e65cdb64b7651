import { monthText } from '#contract/dates.ts';
import { formatMoney } from '#contract/money.ts';
import type { PageAnswer } from '#contract/page.ts';
import type { ModelCard, ProjectCard, projectPage } from '#contract/projects/showcase/pages.ts';
import type { Head } from '#server/kernel/pageHtml.ts';

const price = (cents: number) => (cents / 100).toFixed(2);
const availability = (free: number) => `https://schema.org/${free > 0 ? 'InStock' : 'SoldOut'}`;

/** Head tags of the front page for shared links and search engines. */
export function projectsHead(
  projects: readonly ProjectCard[],
  image: Head['image'],
  appUrl: string,
): Partial<Head> {
  return {
    canonical: '/',
    image,
    jsonLd: [
      {
        '@context': 'https://schema.org',
        '@type': 'ItemList',
        itemListElement: projects.map(({ name, slug }, at) => ({
          '@type': 'ListItem',
          position: at + 1,
          name,
          url: `${appUrl}/proyectos/${slug}`,
        })),
      },
    ],
  };
}

type Project = PageAnswer<typeof projectPage>;

/** Head tags of a project for shared links: picture, price and monthly installment. */
export function projectHead(project: Project, image: Head['image'], appUrl: string): Partial<Head> {
  const url = `${appUrl}/proyectos/${project.slug}`;
  const cheapest = project.models.toSorted((a, b) => a.priceCents - b.priceCents)[0];
  const description = [
    cheapest &&
      `Casas desde ${formatMoney(cheapest.priceCents)}, letra desde ${formatMoney((cheapest.helped ?? cheapest).installmentCents)} al mes${cheapest.helped ? ' con interés preferencial' : ''}.`,
    `${project.place}.`,
    project.deliveryMonth && `Entrega ${monthText(project.deliveryMonth)}.`,
  ]
    .filter(Boolean)
    .join(' ');
  return {
    title: `${project.name}, ${project.place}`,
    description,
    canonical: `/proyectos/${project.slug}`,
    image,
    jsonLd: [
      {
        '@context': 'https://schema.org',
        '@type': 'RealEstateListing',
        name: project.name,
        ...(project.description && { description: project.description }),
        url,
        ...(image && { image: appUrl + image.src }),
        contentLocation: { '@type': 'Place', name: project.name, address: addressOf(project) },
        mainEntity: {
          '@type': 'ItemList',
          itemListElement: project.models.map((model) => house(model, project, appUrl)),
        },
      },
    ],
  };
}

const addressOf = ({ place, location }: Project) => ({
  '@type': 'PostalAddress',
  addressCountry: 'PA',
  addressLocality: place,
  streetAddress: location.address,
});

function house(model: ModelCard, project: Project, appUrl: string): object {
  return {
    '@type': ['Product', 'SingleFamilyResidence'],
    name: `${model.name} · ${project.name}`,
    ...(model.description && { description: model.description }),
    ...(model.pictures.length > 0 && { image: model.pictures.map(({ src }) => appUrl + src) }),
    numberOfBedrooms: model.bedrooms,
    numberOfBathroomsTotal: model.bathrooms,
    floorSize: { '@type': 'QuantitativeValue', value: model.areaM2, unitCode: 'MTK' },
    address: addressOf(project),
    offers: {
      '@type': 'Offer',
      price: price(model.priceCents),
      priceCurrency: 'USD',
      availability: availability(model.freeLots),
      url: `${appUrl}/comprar/${model.id}`,
    },
  };
}
