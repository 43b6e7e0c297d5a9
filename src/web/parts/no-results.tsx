import section from '../ui/section-title.module.css';
import styles from './search.module.css';

/** Stands where the results of a search would be. */
export function NoResults() {
  return (
    <div className={styles.empty}>
      <h2 className={section.title}>No results found</h2>
      <p className="muted">Try adjusting your search terms or filters</p>
    </div>
  );
}
