use super::{TaskStatus, TaskTemplate};
use crate::iam::Folder;
use cairn_model::{Date, Id, Markdown, Record, Ref};

/// One occurrence of a task. Occurrences are planned ahead from the schedule of the task.
#[derive(Debug, Clone, Record)]
#[resource(
    path = "task-nodes",
    event = "tasknode",
    order = "due_date",
    unique = "task_template,scheduled_date",
    mine = "through:task_template",
    within = "task_template",
    published_within,
    display = "(select w.name from task_templates w where w.id = {t}.task_template) || coalesce(' (' || cast({t}.due_date as text) || ')', '')"
)]
pub struct TaskNode {
    pub id: Id<TaskNode>,
    /// The domain of the task.
    #[field(read_only)]
    pub folder: Ref<Folder>,
    #[field(immutable, shows = "folder, description")]
    pub task_template: Ref<TaskTemplate>,
    /// The day that the schedule gives it.
    #[field(immutable)]
    pub scheduled_date: Date,
    /// The scheduled day, moved if earlier occurrences are late and the schedule says so.
    #[field(read_only)]
    pub planned_date: Option<Date>,
    /// The day by which it has to be done.
    pub due_date: Option<Date>,
    #[field(default = "pending")]
    pub status: TaskStatus,
    /// The day on which it was completed or cancelled. Filled in.
    pub closed_on: Option<Date>,
    /// What was noticed while doing it.
    #[field(search)]
    pub observation: Option<Markdown>,
    /// Always follows the task.
    #[field(read_only, default = false)]
    pub is_published: bool,
}
