import type { ReactNode } from 'react';
import { nameSizeOf } from './name-size';
import { PersonText } from './person-text';
import { type ImageSource, ResponsiveImage } from './responsive-image';
import { Tape } from './tape';
import { type PAINTS, RATIOS } from './tokens';

type Ratio = (typeof RATIOS)[number];

const WITHOUT_PICTURE: Ratio = RATIOS[3];

export interface ProjectCardProps {
  name: string;
  tagline: string;
  href: string;
  paint: keyof typeof PAINTS;
  image: ImageSource | null;
  /** Null: its account was deleted, and it has no page. */
  maker: { name: string; href: string | null };
  /** Null where all projects are of one program. */
  program: { name: string; href: string } | null;
  logs: { count: number; text: string };
  /** The word, if the project has shipped. */
  shipped: string | null;
  headingLevel?: 2 | 3;
  isFirst?: boolean;
}

/** A project that hangs from a rail: the picture, its tape, and what it is. */
export function ProjectCard(props: ProjectCardProps) {
  const { tagline, paint, image, logs, isFirst } = props;
  const { name: ratioName, ratio } = image ? nearestRatio(image) : WITHOUT_PICTURE;
  return (
    <li className={`ui-card ui-ratio-${ratioName} ui-paint-${paint}`}>
      {image ? (
        <ResponsiveImage
          className="ui-card-image"
          image={withoutWideCopies(image)}
          alt=""
          sizes={sizesOf(ratio)}
          isFirst={isFirst}
        />
      ) : (
        <Name {...props} className={`ui-card-plate ui-card-plate-${nameSizeOf(props.name)}`} />
      )}
      <Tape logs={logs.count} />
      {image && <Name {...props} className="ui-card-name" />}
      {tagline !== '' && (
        <p className="ui-card-tagline ui-second">
          <PersonText text={tagline} />
        </p>
      )}
      <Facts {...props} />
    </li>
  );
}

function Name({ name, href, headingLevel = 2, className }: ProjectCardProps & { className: string }) {
  const Heading = `h${headingLevel}` as const;
  return (
    <Heading className={className}>
      <a className="ui-card-link" href={href}>
        <PersonText text={name} />
      </a>
    </Heading>
  );
}

function Facts({ maker, program, logs, shipped }: ProjectCardProps) {
  return (
    <p className="ui-card-facts">
      <span className="ui-card-people">
        {maker.href === null ? <PersonText text={maker.name} /> : <FactLink name={maker.name} href={maker.href} />}
        {program && (
          <>
            {' · '}
            <FactLink name={program.name} href={program.href} />
          </>
        )}
      </span>{' '}
      <span className="ui-card-count">
        {logs.text}
        {shipped !== null && (
          <>
            {' · '}
            <span className="ui-card-shipped">{shipped}</span>
          </>
        )}
      </span>
    </p>
  );
}

const FactLink = ({ name, href }: { name: string; href: string }): ReactNode => (
  <a className="ui-card-fact" href={href}>
    <PersonText text={name} />
  </a>
);

/** Enough for a picture on a rail, also on a dense screen. Wider copies would only make the page longer. */
const WIDEST_COPY = 1_000;

function withoutWideCopies(image: ImageSource): ImageSource {
  const variants = image.variants.filter(({ width }) => width <= WIDEST_COPY);
  return variants.length > 0 ? { ...image, variants } : image;
}

const distance = (ratio: number, { width, height }: ImageSource) => Math.abs(Math.log(width / height / ratio));

const nearestRatio = (image: ImageSource): Ratio =>
  RATIOS.reduce<Ratio>(
    (best, each) => (distance(each.ratio, image) < distance(best.ratio, image) ? each : best),
    RATIOS[2],
  );

/** A row of pictures is about 300 px high, and a picture on a phone fills its width. */
const sizesOf = (ratio: number) => `(min-width: 640px) ${Math.round(ratio * 300)}px, 100vw`;

/** Pictures on rails. Rows end at one height without script. */
export const Rack = ({ children }: { children: ReactNode }) => (
  <div className="ui-rack-window">
    <ul className="ui-rack">{children}</ul>
  </div>
);
