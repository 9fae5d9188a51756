import type { Language } from "./store-settings.ts";

/** A name in every language of a store. */
type Names = Readonly<Record<Language, string>>;

/** A folder of the rights tree, or a right with its key. */
export interface RightNode {
  readonly names: Names;
  readonly key?: string;
  readonly children?: readonly RightNode[];
}

/** The rights tree a new store gets: the assistant's branch. */
export const RIGHTS_TREE: readonly RightNode[] = [
  folder("Memory", "Память", "Пам’ять", [
    right("AGENT_MEMORY_LIST", "Get list", "Получить список", "Отримати список"),
    right("AGENT_MEMORY_LOAD", "Load", "Загрузить", "Завантажити"),
    right("AGENT_MEMORY_SAVE", "Save", "Сохранить", "Зберегти"),
    right("AGENT_MEMORY_REMOVE", "Delete", "Удалить", "Видалити"),
  ]),
  folder("Repository", "Репозиторий", "Репозиторій", [
    right("AGENT_REPO_LIST", "Get list", "Получить список", "Отримати список"),
    right("AGENT_REPO_READ", "Read data", "Чтение данных", "Читання даних"),
    right("AGENT_REPO_WRITE", "Modify data", "Изменение данных", "Зміна даних"),
  ]),
  folder("Tools", "Инструменты", "Інструменти", [
    right("AGENT_TOOL_LIST", "Get list", "Получить список", "Отримати список"),
    right("AGENT_TOOL_RUN", "Execute", "Выполнить", "Виконати"),
  ]),
  folder("Direct access", "Прямой доступ", "Прямий доступ", [
    folder("Store files", "Файлы магазина", "Файли магазину", [
      right("AGENT_ENGINE_FILES_LOAD", "Load", "Загрузить", "Завантажити"),
      right("AGENT_ENGINE_FILES_ADD", "Add", "Добавить", "Додати"),
      right("AGENT_ENGINE_FILES_REMOVE", "Delete", "Удалить", "Видалити"),
    ]),
    folder("Database", "База данных", "База даних", [
      right("AGENT_ENGINE_DB_TABLES", "Get data structure", "Получить структуру данных", "Отримати структуру даних"),
      right("AGENT_ENGINE_DB_SELECT", "Read data", "Чтение данных", "Читання даних"),
      right("AGENT_ENGINE_DB_EXECUTE", "Modify data", "Изменение данных", "Зміна даних"),
      right("AGENT_ENGINE_DB_LOCKS", "Get lock list", "Получить список блокировок", "Отримати список блокувань"),
      right("AGENT_ENGINE_DB_UNLOCKS", "Release table locks", "Снять блокировки таблиц", "Зняти блокування таблиць"),
    ]),
  ]),
  folder("Export", "Экспорт", "Експорт", [right("AGENT_TOOL_EXPORT", "AI Tools", "AI-инструменты", "AI-інструменти")]),
  folder("AI settings", "Настройки AI", "Налаштування AI", [
    right("GET_AGENT_OPTION", "View", "Просмотр", "Перегляд"),
    right("PUT_AGENT_OPTION", "Modify", "Изменение", "Зміна"),
  ]),
];

function folder(en: string, ru: string, uk: string, children: readonly RightNode[]): RightNode {
  return { names: { en, ru, uk }, children };
}

function right(key: string, en: string, ru: string, uk: string): RightNode {
  return { names: { en, ru, uk }, key };
}
