import { leadersOf, type LeaderCard } from './leaders.ts';
import { useCampus } from '../../page-context.tsx';
import { CampusLink } from '../../parts/CampusLink.tsx';
import { RecordPicture } from '../../parts/Picture.tsx';
import { useList } from '../../queries.ts';
import { useTranslation } from '../../translation.tsx';
import { MixedText } from '../../parts/MixedText.tsx';

export function LeaderCards() {
  const { t } = useTranslation();
  const leaders = leadersOf(useList('principalMessage'), useCampus());
  return (
    <div className="leaders">
      <h3 className="leaders-title">{t('Our torch bearers')}</h3>
      <ul className="leaders-list">
        {leaders.map((leader) => (
          <li className="card" key={leader.role}>
            <Portrait leader={leader} sizes="6rem" />
            <div className="card-body">
              <p className="quiet">{t(leader.label)}</p>
              <h4 className="card-title">
                <CampusLink page={leader.page} className="card-link">
                  <MixedText text={t(leader.name)} />
                </CampusLink>
              </h4>
              <p className="quiet">
                <MixedText text={t(leader.designation)} />
              </p>
            </div>
          </li>
        ))}
      </ul>
    </div>
  );
}

export function Portrait({ leader, sizes }: { leader: LeaderCard; sizes: string }) {
  const { t } = useTranslation();
  return (
    <RecordPicture
      file={leader.photo}
      fallback={leader.portrait}
      alt={`${t(leader.label)}: ${leader.name}`}
      ratio="4:5"
      sizes={sizes}
      widest={640}
    />
  );
}
