import { leadersOf, type LeaderCard } from './leaders.ts';
import { useCampus, usePage } from '../../page-context.tsx';
import { RecordPicture } from '../../parts/Picture.tsx';
import { useList } from '../../queries.ts';
import { campusPath } from '../../../shared/campuses.ts';

export function LeaderCards() {
  const { campus } = usePage();
  const leaders = leadersOf(useList('principalMessage'), useCampus());
  return (
    <div className="leaders">
      <h3 className="leaders-title">Our torch bearers</h3>
      <ul className="leaders-list">
        {leaders.map((leader) => (
          <li className="card" key={leader.role}>
            <Portrait leader={leader} sizes="6rem" />
            <div className="card-body">
              <p className="quiet">{leader.label}</p>
              <h4 className="card-title">
                <a className="card-link" href={campusPath(campus, leader.page)}>
                  {leader.name}
                </a>
              </h4>
              <p className="quiet">{leader.designation}</p>
            </div>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The record's photo, else the school's own portrait of the role. */
export function Portrait({ leader, sizes }: { leader: LeaderCard; sizes: string }) {
  return (
    <RecordPicture
      file={leader.photo}
      fallback={leader.portrait}
      alt={`${leader.label}: ${leader.name}`}
      ratio="4:5"
      sizes={sizes}
      widest={640}
    />
  );
}
