import { dayAndMonth, monthAndYear } from '@shipyard/pages';
import { ResponsiveImage } from '@shipyard/ui';
import type { PageContext } from '../page-context';
import { daysBetween, type DatedRule, layOutRule, RULE_STEPS } from './dated-rule';
import { PlayLog } from './play-log';
import type { ProjectPage } from './project-page.query';

/** Narrower pictures are shown whole, beside the plate on a wide screen: a band would show a third of them. */
const LEAST_BAND_RATIO = 1.5;
const LEAST_BAND_WIDTH = 640;

/** The head picture with the rule of the project's days below. A project without a picture has only the rule. */
export function ProjectFront({ page, data }: { page: PageContext; data: ProjectPage }) {
  const { project, firstLogDay, logDays, today, imageOf } = data;
  const { words, language } = page;
  const image = project.header_image === null ? undefined : imageOf(project.header_image);
  const lastLogDay = logDays.at(-1);
  const dates = firstLogDay === null || lastLogDay === undefined ? null : { firstLogDay, lastLogDay };
  if (!image && !dates) return null;
  const isBand = image && image.width >= LEAST_BAND_WIDTH && image.width / image.height >= LEAST_BAND_RATIO;
  return (
    <figure className={image && !isBand ? 'ui-front ui-front-whole' : 'ui-front'}>
      {image && (
        <a className="ui-front-link" href={image.url} data-large="">
          <ResponsiveImage
            className="ui-front-image"
            image={image}
            alt={words.project.headImage(project.name)}
            sizes={isBand ? '(min-width: 1440px) 1344px, 100vw' : '(min-width: 900px) 484px, 100vw'}
            isFirst
          />
        </a>
      )}
      {dates && (
        <>
          <Rule rule={layOutRule({ firstDay: dates.firstLogDay, logDays, today })} language={language} />
          <figcaption className="ui-rule-sentence">
            {words.project.logsInDays(project.log_count, daysBetween(dates.firstLogDay, dates.lastLogDay))}
          </figcaption>
          <PlayLog page={page} data={data} />
        </>
      )}
    </figure>
  );
}

const HEIGHT = 40;
/** A label that begins here begins at the edge. */
const NEAR_THE_EDGE = 0.03;

/** The sentence beside it says what it measures. */
function Rule({ rule, language }: { rule: DatedRule; language: PageContext['language'] }) {
  const newest = rule.logs.at(-1);
  return (
    <>
      <svg
        className="ui-rule"
        viewBox={`0 0 ${RULE_STEPS} ${HEIGHT}`}
        preserveAspectRatio="none"
        aria-hidden="true"
        stroke="currentColor"
      >
        <Marks at={rule.logs} from={0} length={23} width={rule.days.length > 0 ? 2 : 1} />
        {newest !== undefined && <Marks at={[newest]} from={0} length={23} width={4} />}
        <Marks at={rule.days} from={HEIGHT} length={-4} width={1} />
        <Marks at={rule.weeks} from={HEIGHT} length={-10} width={1} />
        <Marks at={rule.months} from={HEIGHT} length={-14} width={2} />
      </svg>
      <svg className="ui-rule-dates" aria-hidden="true" fill="currentColor">
        {rule.labels.map((label) => (
          <text key={label.at} x={label.at < NEAR_THE_EDGE ? 0 : `${(label.at * 100).toFixed(1)}%`} y="15">
            {isLong(rule) ? monthAndYear(language, label) : dayAndMonth(language, label)}
          </text>
        ))}
      </svg>
    </>
  );
}

/** Over a year, a month alone does not say when. */
const isLong = ({ labels }: DatedRule) => new Set(labels.map(({ year }) => year)).size > 1;

interface MarksProps {
  at: readonly number[];
  from: number;
  length: number;
  width: number;
}

export const Marks = ({ at, from, length, width }: MarksProps) =>
  at.length > 0 && (
    <path
      d={at.map((step) => `M${step} ${from}v${length}`).join('')}
      strokeWidth={width}
      vectorEffect="non-scaling-stroke"
    />
  );
